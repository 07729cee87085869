import { AssetgenError } from '@assetgen/client/errors';
import type { Command } from '../command.ts';
import { completionScript, SHELLS } from '../completion/completion-script.ts';
import type { CompletedCommand } from '../completion/completed-command.ts';
import { EXIT } from '../exit-codes.ts';

/** `assetgen help` is no command of its own. */
const helpOn = (names: readonly string[]): CompletedCommand => ({
  name: 'help',
  summary: 'Show the help of a command',
  positionals: [0, 1],
  offers: [names],
  options: {},
});

export const completion: Command = {
  summary: 'Print a script that completes commands, options and assets in a shell',
  usage: 'SHELL',
  positionals: [1, 1],
  offers: [SHELLS],
  options: {},
  examples: [
    'source <(assetgen completion bash)',
    'assetgen completion zsh > "${fpath[1]}/_assetgen"',
    'assetgen completion fish > ~/.config/fish/completions/assetgen.fish',
  ],
  async run(context) {
    const [given = ''] = context.positionals;
    const shell = SHELLS.find((each) => each === given);
    if (shell === undefined) {
      throw new AssetgenError(
        'ASSETGEN_USAGE',
        `assetgen completion: expected ${SHELLS.join(', ')}, found ${JSON.stringify(given)}`,
      );
    }
    const { COMMANDS } = await import('./index.ts');
    const commands = await Promise.all(
      Object.entries(COMMANDS).map(async ([name, { summary, load }]) => {
        const { positionals, offers = [], options } = await load();
        return { name, summary, positionals, offers, options };
      }),
    );
    const script = completionScript(shell, [...commands, helpOn(Object.keys(COMMANDS))]);
    context.out(context.json ? JSON.stringify({ shell, script }) : script, 'exact');
    return EXIT.done;
  },
};
