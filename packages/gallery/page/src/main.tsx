import { render } from 'preact';
import { App } from './app.tsx';
import { GalleryProvider, createGallery } from './gallery.ts';
import { keepFocus } from './keep-focus.ts';
import { LoadQueueProvider, createLoadQueue } from './list/load-queue.ts';
import './style/index.css';
import { showTheme } from './theme.tsx';

const gallery = createGallery();
gallery.start();
showTheme();
keepFocus();

const place = document.getElementById('app');
if (place === null) throw new Error('no place for the page');
render(
  <GalleryProvider value={gallery}>
    <LoadQueueProvider value={createLoadQueue()}>
      <App />
    </LoadQueueProvider>
  </GalleryProvider>,
  place,
);
