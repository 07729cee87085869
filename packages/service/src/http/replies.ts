/** Answers that several operations share. */

export function json(
  body: unknown,
  status = 200,
  headers?: Readonly<Record<string, string>>,
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

/** 401 of the LEGACY creates: a plain string (section 7.1). */
export function plainUnauthorized(): Response {
  return new Response('Unauthorized: the API key is missing, invalid or expired.', {
    status: 401,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'www-authenticate': 'Bearer' },
  });
}

/** 402, 403, 429 and 500 of group LEGACY (section 7.1). */
export function legacyError(
  status: number,
  message: string,
  error: string,
  headers?: Readonly<Record<string, string>>,
): Response {
  return json({ message, error }, status, headers);
}

/** Errors of group V1. The specification does not show their body; this is the usual one. */
export function v1Error(
  status: number,
  code: string,
  message: string,
  more: {
    readonly param?: string | null;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Response {
  const type = V1_TYPES[status] ?? 'invalid_request_error';
  return json({ error: { message, type, code, param: more.param ?? null } }, status, more.headers);
}

const V1_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_credits',
  403: 'permission_error',
  429: 'rate_limit_error',
  500: 'server_error',
};
