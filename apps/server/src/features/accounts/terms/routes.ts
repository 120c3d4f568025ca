import { account } from '@veranda/contract/accounts/settings/schemas.ts'
import { agreeToTerms as agreeToTermsRoute } from '@veranda/contract/accounts/terms/routes.ts'
import { agreeToTermsBody } from '@veranda/contract/accounts/terms/schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn } from '../../../platform/http/route-access.ts'
import { agreeToTerms } from './agree-to-terms.ts'

export const termsRoutes = [
  serve(agreeToTermsRoute, { access: signedIn, body: agreeToTermsBody, reply: account }, (ctx) =>
    agreeToTerms(ctx, ctx.body),
  ),
]
