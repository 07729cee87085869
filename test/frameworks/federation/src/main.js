import dragonUrl from '@gen/dragon.glb';
import './style.css';

const root = document.getElementById('root');
root.innerHTML = `<a id="dragon" href="${dragonUrl}">dragon</a>`;
const { show } = await import('remote/hero');
show(root);
