import { component$ } from '@builder.io/qwik';
import { QwikCityProvider, RouterOutlet } from '@builder.io/qwik-city';
import './style.css';

export default component$(() => (
  <QwikCityProvider>
    <head>
      <meta charset="utf-8" />
      <title>Qwik</title>
    </head>
    <body>
      <RouterOutlet />
    </body>
  </QwikCityProvider>
));
