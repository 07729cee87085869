import dragonUrl from '@gen/dragon.glb';
import hero from '@gen/hero';
import './style.css';

export { dragonUrl, hero };
