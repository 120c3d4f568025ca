import { route } from '../route.ts'
import type { Dashboard } from './schemas.ts'

export const readDashboard = route<{ reply: Dashboard }>('GET', '/dashboard')
