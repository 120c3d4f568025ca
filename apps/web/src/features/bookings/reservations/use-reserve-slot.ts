import { reserveSlot } from '@veranda/contract/bookings/routes.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { useBookingCommand } from '../queries.ts'

/** Reserves a slot, for the project that the address names, and opens its page. */
export function useReserveSlot() {
  const navigate = useNavigate()
  const projectId = useSearchParams()[0].get('project')
  const command = useBookingCommand(reserveSlot)
  return {
    busy: command.busy,
    problem: command.problem,
    async reserve(serviceId: string, at: string, timeZone: string, note = '') {
      const outcome = await command.run({
        body: {
          serviceId,
          at,
          timeZone,
          ...(note.trim() ? { note: note.trim() } : {}),
          ...(projectId === null ? {} : { projectId }),
        },
      })
      if (outcome.ok) await navigate(`/booking/confirm/${outcome.reply.id}`)
    },
  }
}
