import { route } from '../../route.ts'
import type { LoginBody, SignInReply } from './schemas.ts'

export const login = route<{ body: LoginBody; reply: SignInReply }>('POST', '/accounts/login')
