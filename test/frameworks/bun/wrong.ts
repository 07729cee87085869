import url from '@gen/herro.320w.webp';
console.log(url);
