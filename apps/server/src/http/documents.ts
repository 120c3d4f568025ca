/**
 * The documents of the app: the paths of its screens as its router has them. Every other document is the not-found
 * screen with status 404.
 */
const screens: readonly string[] = [
  '/',
  '/login',
  '/register',
  '/auth',
  '/auth/register',
  '/auth/*',
  '/appointments',
  '/booking/confirm/:id',
  '/dashboard',
  '/messages',
  '/notification-preferences',
  '/notifications',
  '/notifications/preferences',
  '/pair',
  '/payment',
  '/payment/receipts/:id',
  '/privacy',
  '/profile',
  '/projects',
  '/projects/new',
  '/projects/:id',
  '/refund',
  '/rooms/:id',
  '/search',
  '/settings',
  '/settings/mail',
  '/settings/security',
  '/showcases',
  '/support',
  '/talent/:id',
  '/terms',
]

const patterns = screens.map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, String.raw`[\w-]+`).replace('*', '.+')}$`, 'u'),
)

/** Whether a path opens one of the app's screens. */
export function isDocument(path: string): boolean {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path
  return patterns.some((pattern) => pattern.test(bare))
}
