import { type ComponentType } from 'react'
import { type RouteObject } from 'react-router'
import { lazyScreen } from './lazy-screen.ts'
import { type ScreenHandle } from './screen-handle.ts'

const later = () => import('../screens/later-screens.tsx')
const legal = () => import('../screens/legal-screen.tsx')

function screen(path: string, handle: ScreenHandle, lazy: () => Promise<{ Component: ComponentType }>): RouteObject {
  return { path, handle, lazy }
}

/** Every screen of the signed-in shell. A new one is a line here and a file in screens. */
export const screens: RouteObject[] = [
  {
    index: true,
    handle: { name: 'screen.home' } satisfies ScreenHandle,
    lazy: lazyScreen(() => import('../screens/home-screen.tsx').then((m) => m.HomeScreen), 'dashboard'),
  },
  screen(
    'support',
    { name: 'screen.support' },
    lazyScreen(() => import('../screens/support-screen.tsx').then((m) => m.SupportScreen), 'support'),
  ),
  screen(
    'appointments',
    { name: 'screen.appointments' },
    lazyScreen(() => import('../screens/appointments-screen.tsx').then((m) => m.AppointmentsScreen), 'bookings'),
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
    lazyScreen(() => later().then((m) => m.Showcases), 'later'),
  ),
  screen(
    'rooms/:id',
    { name: 'screen.room' },
    lazyScreen(() => import('../screens/room-screen.tsx').then((m) => m.RoomScreen), 'rooms'),
  ),
  screen(
    'pair',
    // The code of another device is for somebody who is signed in.
    { name: 'screen.pair', open: (query) => !query.has('code') },
    lazyScreen(() => import('../screens/pair-screen.tsx').then((m) => m.PairScreen), 'pair'),
  ),
  screen(
    'settings/security',
    { name: 'screen.security' },
    lazyScreen(() => import('../screens/security-screen.tsx').then((m) => m.SecurityScreen), 'settings'),
  ),
  screen(
    'settings/mail',
    { name: 'screen.mail' },
    lazyScreen(() => import('../screens/mail-screen.tsx').then((m) => m.MailScreen), 'settings'),
  ),
  screen(
    'terms',
    { name: 'screen.terms', open: true },
    lazyScreen(() => legal().then((m) => m.Terms), 'legal', 'shell'),
  ),
  screen(
    'privacy',
    { name: 'screen.privacy', open: true },
    lazyScreen(() => legal().then((m) => m.Privacy), 'legal', 'shell'),
  ),
  screen(
    'refund',
    { name: 'screen.refund', open: true },
    lazyScreen(() => legal().then((m) => m.Refund), 'legal', 'shell'),
  ),
  screen(
    'dashboard',
    { name: 'screen.dashboard' },
    lazyScreen(() => import('../screens/dashboard-screen.tsx').then((m) => m.DashboardScreen), 'dashboard', 'sessions'),
  ),
  screen(
    'profile',
    { name: 'screen.profile' },
    lazyScreen(() => import('../screens/profile-screen.tsx').then((m) => m.ProfileScreen), 'talent'),
  ),
  screen(
    'settings',
    { name: 'screen.settings' },
    lazyScreen(() => import('../screens/settings-screen.tsx').then((m) => m.SettingsScreen), 'settings'),
  ),
  screen(
    'projects',
    { name: 'screen.projects' },
    lazyScreen(() => import('../screens/projects-screen.tsx').then((m) => m.ProjectsScreen), 'projects'),
  ),
  screen(
    'projects/new',
    { name: 'screen.new-project' },
    lazyScreen(
      () => import('../screens/new-project-screen.tsx').then((m) => m.NewProjectScreen),
      'projects',
      'refusals',
    ),
  ),
  screen(
    'projects/:id',
    { name: 'screen.project' },
    lazyScreen(
      () => import('../screens/project-screen.tsx').then((m) => m.ProjectScreen),
      ...(['projects', 'pins', 'payments', 'reviews', 'activity', 'refusals'] as const),
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
    'messages',
    { name: 'screen.messages' },
    lazyScreen(() => import('../screens/messages-screen.tsx').then((m) => m.MessagesScreen), 'messages'),
  ),
  screen(
    'notifications',
    { name: 'screen.notifications' },
    lazyScreen(() => import('../screens/notifications-screen.tsx').then((m) => m.NotificationsScreen), 'notifications'),
  ),
  screen(
    'notification-preferences',
    { name: 'screen.preferences' },
    lazyScreen(() => import('../screens/preferences-screen.tsx').then((m) => m.PreferencesScreen), 'notifications'),
  ),
  screen(
    'notifications/preferences',
    { name: 'screen.preferences' },
    lazyScreen(() => import('../screens/preferences-screen.tsx').then((m) => m.PreferencesScreen), 'notifications'),
  ),
  screen(
    'payment',
    { name: 'screen.payment' },
    lazyScreen(() => import('../screens/payment-screen.tsx').then((m) => m.PaymentScreen), 'payments'),
  ),
  screen(
    '*',
    { name: 'screen.not-found', open: true },
    lazyScreen(() => import('../screens/not-found-screen.tsx').then((m) => m.NotFoundScreen), 'shell'),
  ),
]
