import { route } from '../../route.ts'
import type { Done } from '../../shared-schemas.ts'
import type { ChangePasswordBody } from './schemas.ts'

/** Changes the password, or adds one for a user who has none. */
export const changePassword = route<{ body: ChangePasswordBody; reply: Done }>('POST', '/accounts/password')
