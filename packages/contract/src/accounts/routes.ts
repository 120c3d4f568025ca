import { route } from '../route.ts'
import type { Done, IdParams } from '../shapes.ts'
import type {
  Account,
  AccountPatch,
  Devices,
  LoginBody,
  PasswordBody,
  RegisterBody,
  Session,
  Token,
} from './schemas.ts'

export const register = route<{ body: RegisterBody; reply: Session }>('POST', '/accounts/register')
export const login = route<{ body: LoginBody; reply: Session }>('POST', '/accounts/login')
export const logout = route<{ reply: Done }>('POST', '/accounts/logout')
/** Who the cookie stands for, with a fresh token. 401 when it stands for nobody. */
export const readSession = route<{ reply: Session }>('GET', '/accounts/session')
export const renewToken = route<{ reply: Token }>('POST', '/accounts/token')
export const readAccount = route<{ reply: Account }>('GET', '/accounts/me')
export const changeAccount = route<{ body: AccountPatch; reply: Account }>('PATCH', '/accounts/me')
export const changePassword = route<{ body: PasswordBody; reply: Done }>('POST', '/accounts/password')
export const listDevices = route<{ reply: Devices }>('GET', '/accounts/devices')
export const endDevice = route<{ params: IdParams; reply: Done }>('DELETE', '/accounts/devices/:id')
