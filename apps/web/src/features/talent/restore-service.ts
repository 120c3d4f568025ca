import { addService, readProfile } from '@veranda/contract/talent/routes.ts'
import { type Service } from '@veranda/contract/talent/schemas.ts'
import { outcomeOf } from '../../lib/command.ts'
import { refresh } from '../../lib/query.ts'

/** Puts a removed service back as a new one of the same content. */
export async function restoreService({ title, description, price, unit, deliveryDays }: Service): Promise<void> {
  await outcomeOf<typeof addService>(addService, { body: { title, description, price, unit, deliveryDays } })
  await refresh(readProfile)
}
