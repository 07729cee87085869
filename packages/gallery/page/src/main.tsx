import { render } from 'preact';

render(<h1>assetgen</h1>, document.getElementById('app')!);
