/// <reference types="vite/client" />

/** What the build may be told, all of it optional. */
interface ImportMetaEnv {
  readonly VITE_API_URL?: string
  readonly VITE_SOCKET_URL?: string
  readonly VITE_TOKEN_REFRESH?: string
  readonly VITE_DEBUG?: string
}
