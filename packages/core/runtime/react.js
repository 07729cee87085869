import { createElement, forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react';

/** What an import with `?react` exports of an image: `<picture>` with every format and width. */
export function image(asset, name) {
  const { url, width, height, srcset, sources, placeholder } = asset;
  const Picture = forwardRef(function Picture({ sizes = '100vw', style, ...props }, ref) {
    const element = useRef(null);
    useImperativeHandle(ref, () => element.current, []);
    const [isThere, setThere] = useState(false);
    // Of a page that was rendered on a server, the picture may be there before this code is.
    useEffect(() => setThere(element.current?.complete === true), []);
    // Until then its placeholder fills its place.
    const background = !isThere && {
      backgroundImage: `url("${placeholder}")`,
      backgroundSize: '100% 100%',
    };
    return createElement(
      'picture',
      { style: { display: 'contents' } },
      ...(sources.length > 1
        ? sources.map(({ type, srcset: srcSet }) =>
            createElement('source', { key: type, type, srcSet, sizes }),
          )
        : []),
      createElement('img', {
        loading: 'lazy',
        decoding: 'async',
        alt: '',
        width,
        height,
        sizes,
        srcSet: srcset,
        src: url,
        ...props,
        onLoad(event) {
          setThere(true);
          props.onLoad?.(event);
        },
        style: { maxWidth: '100%', height: 'auto', ...background, ...style },
        ref: element,
      }),
    );
  });
  Picture.displayName = name;
  return Picture;
}

/** What an import with `?react` exports of a video: `<video>` with its poster. */
export function video(asset, name) {
  const { width, height, sources, poster } = asset;
  const Video = forwardRef(function Video({ style, ...props }, ref) {
    return createElement(
      'video',
      {
        playsInline: true,
        preload: poster === null ? 'metadata' : 'none',
        width,
        height,
        poster: poster ?? undefined,
        ...props,
        style: { maxWidth: '100%', height: 'auto', ...style },
        ref,
      },
      ...sources.map(({ type, src }) => createElement('source', { key: src, type, src })),
    );
  });
  Video.displayName = name;
  return Video;
}
