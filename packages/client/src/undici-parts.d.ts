// Files of undici: its types name only the whole. The version is pinned.
declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent } from 'undici';
  const module: typeof Agent;
  export default module;
}
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client } from 'undici';
  const module: typeof Client;
  export default module;
}
declare module 'undici/lib/core/connect.js' {
  import type { buildConnector } from 'undici';
  const module: typeof buildConnector;
  export default module;
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  import type { Dispatcher } from 'undici';
  const module: typeof Dispatcher;
  export default module;
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';
  const module: Dispatcher['request'];
  export default module;
}
