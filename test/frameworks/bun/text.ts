document.body.append(Object.assign(new Image(), { src: '@gen/hero.320w.webp' }));
