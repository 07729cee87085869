/** Of the library, which has no types of its own: only what is used here. */
declare module 'launch-editor' {
  export default function launchEditor(
    /** With a line and a column: `/app/assets.gen.json:5:3` */
    file: string,
    onError: (file: string, reason: string | null | undefined) => void,
  ): void;
}
