import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { isLate } from '#platform/http/deadline.ts'
import { answers } from '#platform/http/describe.ts'
import { body } from '#platform/http/validate.ts'
import { requireDayStaff } from './policy.ts'
import type { StaffNoticesService } from './notices.ts'
import { NewNotices, StaffDay, StaffNotices } from './schema.ts'
import type { StaffChanges } from './changes.ts'
import type { StaffDays } from './service.ts'

const tags = ['Staff']

/** GET /staff/day, GET /staff/changes, GET and PUT /staff/notices. */
export function createStaffDayApi(
  days: StaffDays,
  changes: StaffChanges,
  notices: StaffNoticesService,
  authenticate: Authenticate,
) {
  return new Hono()
    .get(
      '/staff/day',
      describeRoute({ tags, summary: 'What is waiting for staff', responses: answers({ 200: StaffDay }, 401, 403) }),
      authenticate,
      permit(requireDayStaff),
      async (c) => c.json(await days.today(c.var.actor), 200),
    )
    .get(
      '/staff/notices',
      describeRoute({
        tags,
        summary: 'What you get e-mails about',
        responses: answers({ 200: StaffNotices }, 401, 403),
      }),
      authenticate,
      permit(requireDayStaff),
      async (c) => c.json(await notices.get(c.var.actor), 200),
    )
    .put(
      '/staff/notices',
      describeRoute({
        tags,
        summary: 'Choose what you get e-mails about',
        responses: answers({ 200: StaffNotices }, 400, 401, 403, 413, 422),
      }),
      authenticate,
      permit(requireDayStaff),
      body(NewNotices),
      async (c) => c.json(await notices.put(c.var.actor, c.req.valid('json')), 200),
    )
    .get(
      '/staff/changes',
      describeRoute({
        tags,
        summary: 'Changes, as server-sent events whose data are the topics',
        responses: answers({ 200: ['text/event-stream'] }, 401, 403, 429, 503),
      }),
      authenticate,
      permit(requireDayStaff),
      (c) => {
        // The deadline has passed: nobody would read the stream or close it.
        if (isLate(c)) return c.res
        return c.body(changes.open(c.var.actor, c.var.confirm), 200, {
          'content-type': 'text/event-stream; charset=utf-8',
          // Each event must arrive as soon as it is sent, through proxies too.
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
        })
      },
    )
}
