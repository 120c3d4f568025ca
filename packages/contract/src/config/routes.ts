import { route } from '../route.ts'
import type { PublicConfig } from './schemas.ts'

export const readConfig = route<{ reply: PublicConfig }>('GET', '/config')
