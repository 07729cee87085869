/**
 * The parts of docs/README.md with the pages that their tables link to: the one list of pages, which the sidebar and
 * llms.txt follow.
 *
 * @param {string} index text of docs/README.md
 * @returns {{ text: string, items: { text: string, link: string, about: string }[] }[]}
 */
export function pagesOfIndex(index) {
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      const items = lines.flatMap((line) => {
        const about = /^\| (?<about>.+?) +\|/.exec(line)?.groups?.about ?? '';
        return [...line.matchAll(/\[(?<text>[^\]]+)\]\((?<file>[\w/-]+)\.md\)/g)].map(
          ({ groups: { text, file } }) => ({
            text,
            link: `/${file}`,
            about,
          }),
        );
      });
      return { text: title.trim(), items };
    })
    .filter(({ items }) => items.length > 0);
}
