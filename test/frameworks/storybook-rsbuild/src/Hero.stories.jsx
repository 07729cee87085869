import { Hero } from './Hero.jsx';

export default { title: 'Hero', component: Hero };
export const Plain = {};
