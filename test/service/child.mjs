// A service process that a test kills: listens on the data folder given, prints its URL.
import { createService } from '@assetgen/service';

const [data, jobSeconds] = process.argv.slice(2);
const service = createService({ data, points: 100_000, jobSeconds: Number(jobSeconds) });
console.log((await service.listen()).url);
