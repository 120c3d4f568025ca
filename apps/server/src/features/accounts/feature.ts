import { type Feature } from '../../feature.ts'
import { accountRoutes } from './routes.ts'
import { demoEntryRoutes } from './sandbox-routes.ts'

export const accountsFeature: Feature = { name: 'accounts', routes: [...accountRoutes, ...demoEntryRoutes] }
