import { Component } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import dragonUrl from '@gen/dragon.glb';
import hero from '@gen/hero';

@Component({
  selector: 'app-root',
  template: `
    <img
      alt="hero"
      [src]="hero.url"
      [srcset]="hero.srcset"
      [width]="hero.width"
      [height]="hero.height"
    />
    <a id="dragon" [href]="dragonUrl">dragon</a>
  `,
})
class App {
  readonly hero = hero;
  readonly dragonUrl = dragonUrl;
}

await bootstrapApplication(App);
