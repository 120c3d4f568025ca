import * as routes from '@veranda/contract/accounts/export/routes.ts'
import { dataExport } from '@veranda/contract/accounts/export/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import * as z from 'zod/mini'
import { serve } from '../../../platform/http/route.ts'
import { signedInAs, signedInByCookie } from '../../../platform/http/route-access.ts'
import { dataExportsPerAccount } from '../account-limits.ts'
import { readDataExport } from './data-export.repository.ts'
import { downloadDataExport } from './download-data-export.ts'
import { removeDataExport, requestDataExport } from './request-data-export.ts'

const copyOwner = signedInAs('Anyone signed in, for the copy of their own data.')

export const exportRoutes = [
  serve(routes.readDataExport, { access: copyOwner, reply: dataExport }, async ({ tx, actor }) =>
    ok(await readDataExport(tx, actor.id)),
  ),
  serve(
    routes.requestDataExport,
    {
      access: signedInAs('Anyone signed in, for their own data, after a step-up.'),
      reply: dataExport,
      rateLimit: dataExportsPerAccount,
    },
    (ctx) => requestDataExport(ctx),
  ),
  serve(routes.removeDataExport, { access: copyOwner, reply: done }, (ctx) => removeDataExport(ctx)),
  serve(
    routes.downloadDataExport,
    {
      // A browser downloads it by its address, without the header of the app.
      access: signedInByCookie,
      reply: z.unknown(),
      replyMediaTypes: ['application/zip'],
      description: 'A zip with the data and the files of the user of the cookie, after a step-up.',
    },
    (ctx) => downloadDataExport(ctx),
  ),
]
