// node --import tell-peak.mjs PROGRAM: says, at its end, how much memory the program had held. Unit: bytes.
import { peakMemory } from './peak-memory.mjs';

process.on('exit', () => process.stderr.write(`peak ${peakMemory()}\n`));
