// Folds the logs of games into pictures and compares each with the server's board: both as JSON lines on standard
// input. A line is the catalogue, the rules of the next game, or an event with the board after it.
import { createInterface } from 'node:readline';
import { createServer } from 'vite';

const server = await createServer({ server: { middlewareMode: true, ws: false }, logLevel: 'error', appType: 'custom' });
const { Follower } = await server.ssrLoadModule('/src/game/beats.ts');
const { samePicture } = await server.ssrLoadModule('/src/game/fold.ts');
const { Ruleset } = await server.ssrLoadModule('/src/game/ruleset.ts');

let catalogue, follower, game;
let compared = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.catalogue) catalogue = message.catalogue;
  else if (message.rules) {
    game = message;
    follower = new Follower(new Ruleset(message.rules, catalogue));
  } else {
    const { event, board } = message;
    follower.take(event, 0);
    if (!follower.picture || !samePicture(follower.picture, board)) {
      const parts = Object.keys(board).filter((part) => JSON.stringify(board[part]) !== JSON.stringify(follower.picture?.[part]));
      const shown = parts.map((part) => `${part}: ${JSON.stringify(follower.picture?.[part])} instead of ${JSON.stringify(board[part])}`);
      console.log(`${JSON.stringify(game)}: after ${JSON.stringify(event)}\n${shown.join('\n')}`);
      process.exit(1);
    }
    compared += 1;
  }
}
console.log(compared);
await server.close();
process.exit(0);
