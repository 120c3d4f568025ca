import { type Feature } from '../../feature.ts'
import { confirmationRoutes } from './confirmation-routes.ts'
import { readAvatar } from './read-avatar.ts'
import { pairingRoutes } from './pairing-routes.ts'
import { accountRoutes } from './routes.ts'
import { demoEntryRoutes } from './sandbox-routes.ts'

export const accountsFeature: Feature = {
  name: 'accounts',
  routes: [...accountRoutes, ...pairingRoutes, ...confirmationRoutes, ...demoEntryRoutes],
  files: [readAvatar],
}
