import { createBrowserRouter, type RouteObject } from 'react-router'
import { Guard } from './guard.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { Root } from './root.tsx'
import { RouterError, RouterErrorInside } from './router-error.tsx'
import { type ScreenHandle } from './screen-handle.ts'
import { screens } from './screens.ts'
import { LoadingText, Splash } from './splash.tsx'

const authLayout = lazyScreen(() => import('../screens/auth-layout.tsx').then((m) => m.AuthLayout))
const login = lazyScreen(() => import('../screens/login-screen.tsx').then((m) => m.LoginScreen), 'auth')
const register = lazyScreen(() => import('../screens/register-screen.tsx').then((m) => m.RegisterScreen), 'auth')
// Outside of the shell, so that only the receipt is printed.
const receipt = lazyScreen(() => import('../screens/receipt-screen.tsx').then((m) => m.ReceiptScreen), 'payments')

const development: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: 'dev/parts',
        lazy: lazyScreen(
          () => import('../screens/parts-screen.tsx').then((m) => m.PartsScreen),
          'dev',
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
        HydrateFallback: LoadingText,
        children: [
          { path: 'login', handle: { name: 'screen.login' } satisfies ScreenHandle, lazy: login },
          { path: 'register', handle: { name: 'screen.register' } satisfies ScreenHandle, lazy: register },
          { path: 'auth', lazy: login },
          { path: 'auth/register', lazy: register },
          { path: 'auth/*', lazy: login },
        ],
      },
      ...development,
      { path: 'payment/receipts/:id', lazy: receipt },
      {
        path: '/',
        Component: Guard,
        children: [{ ErrorBoundary: RouterErrorInside, children: screens }],
      },
    ],
  },
]

export function createRouter() {
  return createBrowserRouter(routes)
}
