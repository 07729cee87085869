/** What we use of the Khronos validator, which has no types of its own. */
declare module 'gltf-validator' {
  export interface ValidatorReport {
    readonly issues: {
      readonly numErrors: number;
      readonly numWarnings: number;
      readonly messages: readonly {
        /** 0 error, 1 warning, 2 information, 3 hint. */
        readonly severity: number;
        readonly code: string;
        readonly message: string;
        readonly pointer?: string;
      }[];
    };
    readonly info: { readonly totalTriangleCount: number };
  }

  export function validateBytes(
    bytes: Uint8Array,
    options?: {
      readonly maxIssues?: number;
      readonly ignoredIssues?: readonly string[];
      readonly writeTimestamp?: boolean;
    },
  ): Promise<ValidatorReport>;
}
