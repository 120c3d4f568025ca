import { createBrowserRouter, type RouteObject } from 'react-router'
import { AuthGuard } from './auth-guard.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { Root } from './root.tsx'
import { RouterError, RouterErrorInside } from './router-error.tsx'
import { shellRoutes } from './shell-routes.ts'
import { LoadingMessage, Splash } from './splash.tsx'

const authLayout = lazyScreen(() => import('../features/accounts/sign-in/auth-layout.tsx').then((m) => m.AuthLayout))
const login = lazyScreen(() => import('../screens/login-screen.tsx').then((m) => m.LoginScreen), 'accounts/sign-in')
// A list, because it is a part of every first load: paths, each with the folder of its texts.
const newAccessPaths = [
  ['register', 'registration'],
  ['auth/register', 'registration'],
  ['verify', 'registration'],
  ['forgot-password', 'password-reset'],
  ['reset-password', 'password-reset'],
  ['verify-email', 'email-change'],
  ['undo-email', 'email-change'],
  ['not-me', 'new-device'],
] as const
// Outside the shell, so that only the receipt is printed.
const receipt = lazyScreen(() => import('../screens/receipt-screen.tsx').then((m) => m.ReceiptScreen), 'payments')
const admin = lazyScreen(() => import('../screens/admin-screen.tsx').then((m) => m.AdminScreen), 'admin')

const developmentRoutes: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: 'dev/gallery',
        lazy: lazyScreen(
          () => import('../screens/gallery-screen.tsx').then((m) => m.GalleryScreen),
          'gallery',
          'shell',
          'bookings',
        ),
      },
    ]
  : []

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: Splash,
    ErrorBoundary: RouterError,
    children: [
      {
        lazy: authLayout,
        HydrateFallback: LoadingMessage,
        children: [
          { path: 'login/second-factor?', lazy: login },
          ...newAccessPaths.map(([path, folder]) => ({
            path,
            lazy: lazyScreen(
              () => import('../screens/new-access-screens.ts').then((m) => m.loadNewAccessScreen(path)),
              'accounts/sign-in',
              'accounts/passwords',
              'accounts/one-time-links',
              `accounts/${folder}`,
            ),
          })),
          { path: 'auth/*', lazy: login },
        ],
      },
      ...developmentRoutes,
      { path: 'payment/receipts/:id', lazy: receipt },
      { path: 'admin/:section?/:id?', lazy: admin },
      {
        path: '/',
        Component: AuthGuard,
        children: [{ ErrorBoundary: RouterErrorInside, children: shellRoutes }],
      },
    ],
  },
]

export function createRouter() {
  return createBrowserRouter(routes)
}
