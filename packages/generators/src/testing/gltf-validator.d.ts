declare module 'gltf-validator' {
  export interface ValidatorMessage {
    readonly code: string;
    readonly message: string;
    /** 0 error, 1 warning, 2 information, 3 hint. */
    readonly severity: number;
    readonly pointer?: string;
  }

  export interface ValidatorReport {
    readonly issues: {
      readonly numErrors: number;
      readonly numWarnings: number;
      readonly messages: readonly ValidatorMessage[];
    };
    readonly info: { readonly totalTriangleCount: number };
  }

  export function validateBytes(
    bytes: Uint8Array,
    options?: { readonly maxIssues?: number },
  ): Promise<ValidatorReport>;
}
