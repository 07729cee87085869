import { describe } from 'vitest';
import { startS3 } from '../support/s3-server.ts';
import { tellOfOneBuyer } from './one-buyer.ts';

describe('one buyer, by S3', () => tellOfOneBuyer('S3', () => startS3()));
