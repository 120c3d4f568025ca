/// <reference types="vite/client" />

/** Build-time settings, all optional. */
interface ImportMetaEnv {
  readonly VITE_API_URL?: string
  readonly VITE_SOCKET_URL?: string
  readonly VITE_TOKEN_REFRESH?: string
  readonly VITE_DEBUG?: string
  readonly VITE_MOCK_API?: string
  readonly VITE_ANALYTICS?: string
  readonly VITE_ERROR_REPORTING?: string
  readonly VITE_LAZY_LOADING?: string
  readonly VITE_IMAGE_OPTIMISATION?: string
  readonly VITE_OFFLINE?: string
}
