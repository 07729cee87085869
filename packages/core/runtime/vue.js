import { defineComponent, h, onMounted, ref } from 'vue';

/** What an import with `?vue` exports of an image: `<picture>` with every format and width. */
export const image = ({ url, width, height, srcset, sources, placeholder }, name) =>
  defineComponent({
    name,
    inheritAttrs: false,
    props: { sizes: { default: '100vw' } },
    setup(props, { attrs, expose }) {
      const element = ref(null);
      const isThere = ref(false);
      expose({ element });
      // Of a page that was rendered on a server, the picture may be there before this code is.
      onMounted(() => (isThere.value = element.value.complete && element.value.naturalWidth > 0));
      return () => {
        // Until then its placeholder fills its place.
        const background = !isThere.value && {
          backgroundImage: `url("${placeholder}")`,
          backgroundSize: '100% 100%',
        };
        const { sizes } = props;
        const others = sources.length > 1 ? sources : [];
        return h('picture', { style: { display: 'contents' } }, [
          ...others.map((each) => h('source', { key: each.type, ...each, sizes })),
          h('img', {
            loading: 'lazy',
            decoding: 'async',
            alt: '',
            width,
            height,
            sizes,
            srcset,
            src: url,
            ...attrs,
            style: [{ maxWidth: '100%', height: 'auto' }, background, attrs.style],
            ref: element,
            onLoad: [() => (isThere.value = true), attrs.onLoad].filter(Boolean),
          }),
        ]);
      };
    },
  });

/** What an import with `?vue` exports of a video: `<video>` with its poster. */
export const video = ({ width, height, sources, poster }, name) =>
  defineComponent({
    name,
    inheritAttrs: false,
    setup:
      (_props, { attrs }) =>
      () =>
        h(
          'video',
          {
            playsinline: true,
            preload: poster === null ? 'metadata' : 'none',
            width,
            height,
            poster: poster ?? undefined,
            ...attrs,
            style: [{ maxWidth: '100%', height: 'auto' }, attrs.style],
          },
          sources.map(({ type, src }) => h('source', { key: src, type, src })),
        ),
  });
