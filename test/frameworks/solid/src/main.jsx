import { render } from 'solid-js/web';
import App from './App.jsx';
import './style.css';

render(() => <App />, document.getElementById('root'));
