import { adminQueues } from '@veranda/core/admin/admin-queues.ts'

/**
 * The paths of the web app's screens, as its router declares them. Any other document is the not-found screen with
 * status 404.
 */
const screenPaths: readonly string[] = [
  '/',
  '/login',
  '/login/second-factor',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify',
  '/verify-email',
  '/undo-email',
  '/not-me',
  '/auth',
  '/auth/register',
  '/auth/*',
  '/admin',
  // The id of a job has colons and dots.
  ...adminQueues.flatMap((queue) => [`/admin/${queue}`, `/admin/${queue}/*`]),
  '/admin/audit-log',
  '/appointments',
  '/booking/confirm/:id',
  '/dashboard',
  '/explore',
  '/explore/:handle',
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
  '/support/:id',
  '/talent/:id',
  '/terms',
]

const patterns = screenPaths.map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, String.raw`[\w-]+`).replace('*', '.+')}$`, 'u'),
)

/** Returns whether a path opens a screen of the web app. */
export function isScreenPath(path: string): boolean {
  const normalized = path.length > 1 ? path.replace(/\/$/, '') : path
  return patterns.some((pattern) => pattern.test(normalized))
}
