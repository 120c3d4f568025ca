import { type ComponentType } from 'react'
import { type RouteObject } from 'react-router'
import { lazyScreen } from './lazy-screen.ts'
import { type ScreenHandle } from './screen-handle.ts'

const showcases = () => import('../screens/showcases-screen.tsx')
const legal = () => import('../screens/legal-screen.tsx')

// The landing at two addresses.
const dashboard = lazyScreen(
  () => import('../screens/dashboard-screen.tsx').then((m) => m.DashboardScreen),
  'dashboard',
)

function screen(path: string, handle: ScreenHandle, lazy: () => Promise<{ Component: ComponentType }>): RouteObject {
  return { path, handle, lazy }
}

/** All screens of the signed-in shell. A new screen is one entry here and one file in `screens`. */
export const shellRoutes: RouteObject[] = [
  { index: true, handle: { name: 'screen.dashboard' } satisfies ScreenHandle, lazy: dashboard },
  screen(
    'support/:id?',
    // Those who cannot sign in, or read a legal text signed out, have to be able to write to us.
    { name: 'screen.support', public: (query) => ['sign-in', 'legal'].includes(query.get('about') ?? '') },
    lazyScreen(() => import('../screens/support-screen.tsx').then((m) => m.SupportScreen), 'support'),
  ),
  screen(
    'appointments',
    { name: 'screen.appointments' },
    lazyScreen(() => import('../screens/bookings-screen.tsx').then((m) => m.BookingsScreen), 'bookings'),
  ),
  screen(
    'booking/confirm/:id',
    { name: 'screen.booking' },
    lazyScreen(
      () => import('../screens/booking-screen.tsx').then((m) => m.BookingScreen),
      ...(['bookings', 'payments'] as const),
    ),
  ),
  screen(
    'showcases',
    { name: 'screen.showcases' },
    lazyScreen(() => showcases().then((m) => m.ShowcasesScreen), 'showcases'),
  ),
  screen(
    'rooms/:id',
    { name: 'screen.room' },
    lazyScreen(() => import('../screens/room-screen.tsx').then((m) => m.RoomScreen), 'rooms'),
  ),
  screen(
    'pair',
    // Another device's code is approved by a signed-in user.
    { name: 'screen.pair', public: (query) => !query.has('code') },
    lazyScreen(() => import('../screens/pair-screen.tsx').then((m) => m.PairScreen), 'accounts/pairing'),
  ),
  screen(
    'settings/security',
    { name: 'screen.security' },
    lazyScreen(() => import('../screens/security-screen.tsx').then((m) => m.SecurityScreen), 'accounts/settings'),
  ),
  screen(
    'settings/mail',
    { name: 'screen.mail' },
    lazyScreen(
      () => import('../screens/sandbox-mail-screen.tsx').then((m) => m.SandboxMailScreen),
      'accounts/settings',
    ),
  ),
  screen(
    'terms',
    { name: 'screen.terms', public: true },
    lazyScreen(() => legal().then((m) => m.TermsScreen), 'legal', 'shell'),
  ),
  screen(
    'privacy',
    { name: 'screen.privacy', public: true },
    lazyScreen(() => legal().then((m) => m.PrivacyScreen), 'legal', 'shell'),
  ),
  screen(
    'refund',
    { name: 'screen.refund', public: true },
    lazyScreen(() => legal().then((m) => m.RefundScreen), 'legal', 'shell'),
  ),
  screen('dashboard', { name: 'screen.dashboard' }, dashboard),
  screen(
    'profile',
    { name: 'screen.profile' },
    lazyScreen(() => import('../screens/profile-screen.tsx').then((m) => m.ProfileScreen), 'talent', 'talent/listing'),
  ),
  screen(
    'settings',
    { name: 'screen.settings' },
    lazyScreen(
      () => import('../screens/settings-screen.tsx').then((m) => m.SettingsScreen),
      'accounts/settings',
      'accounts/one-time-links',
    ),
  ),
  screen(
    'projects',
    { name: 'screen.projects' },
    lazyScreen(() => import('../screens/projects-screen.tsx').then((m) => m.ProjectsScreen), 'commissions'),
  ),
  screen(
    'projects/new',
    { name: 'screen.new-project' },
    lazyScreen(
      () => import('../screens/new-project-screen.tsx').then((m) => m.NewProjectScreen),
      'commissions',
      'error-codes',
    ),
  ),
  screen(
    'projects/:id',
    { name: 'screen.project' },
    lazyScreen(
      () => import('../screens/project-screen.tsx').then((m) => m.ProjectScreen),
      ...(['commissions', 'commissions/pins', 'payments', 'reviews', 'commissions/activity', 'error-codes'] as const),
    ),
  ),
  screen(
    'search',
    { name: 'screen.search' },
    lazyScreen(() => import('../screens/search-screen.tsx').then((m) => m.SearchScreen), 'talent'),
  ),
  screen(
    'talent/:id',
    { name: 'screen.talent' },
    lazyScreen(() => import('../screens/talent-screen.tsx').then((m) => m.TalentScreen), 'talent', 'bookings'),
  ),
  screen(
    'explore/:handle?',
    { name: 'screen.explore', public: true },
    lazyScreen(() => import('../screens/explore-screen.tsx').then((m) => m.ExploreScreen), 'talent/explore'),
  ),
  screen(
    'messages',
    { name: 'screen.messages' },
    lazyScreen(() => import('../screens/messages-screen.tsx').then((m) => m.MessagesScreen), 'conversations'),
  ),
  screen(
    'notifications',
    { name: 'screen.notifications' },
    lazyScreen(() => import('../screens/notifications-screen.tsx').then((m) => m.NotificationsScreen), 'notifications'),
  ),
  screen(
    'notification-preferences',
    { name: 'screen.preferences' },
    lazyScreen(
      () => import('../screens/notification-preferences-screen.tsx').then((m) => m.NotificationPreferencesScreen),
      'notifications',
    ),
  ),
  screen(
    'notifications/preferences',
    { name: 'screen.preferences' },
    lazyScreen(
      () => import('../screens/notification-preferences-screen.tsx').then((m) => m.NotificationPreferencesScreen),
      'notifications',
    ),
  ),
  screen(
    'payment',
    { name: 'screen.payment' },
    lazyScreen(() => import('../screens/payment-screen.tsx').then((m) => m.PaymentScreen), 'payments'),
  ),
  screen(
    '*',
    { name: 'screen.not-found', public: true },
    lazyScreen(() => import('../screens/not-found-screen.tsx').then((m) => m.NotFoundScreen), 'shell'),
  ),
]
