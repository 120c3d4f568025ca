/** The documents of the app: paths that open a screen. Every other document is the not-found screen with status 404. */
const patterns: readonly RegExp[] = [
  /^\/$/,
  /^\/(login|register|pair)$/,
  /^\/auth\/[a-z-]+(\/[a-z-]+)?$/,
  /^\/(dashboard|profile|appointments|search|messages|notifications|notification-preferences|payment)$/,
  /^\/(support|terms|privacy|refund|showcases|admin|parts|mail)$/,
  /^\/settings(\/[a-z-]+)?$/,
  /^\/notifications\/preferences$/,
  /^\/projects(\/[\w-]+(\/[a-z-]+)?)?$/,
  /^\/booking\/confirm\/[\w-]+$/,
  /^\/talent\/[\w-]+$/,
  /^\/messages\/[\w-]+$/,
  /^\/(rooms|showcases)\/[\w-]+$/,
  /^\/payment\/[a-z-]+(\/[\w-]+)?$/,
  /^\/admin\/[a-z-]+(\/[\w-]+)?$/,
]

/** Whether a path opens one of the app's screens. */
export function isDocument(path: string): boolean {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path
  return patterns.some((pattern) => pattern.test(bare))
}
