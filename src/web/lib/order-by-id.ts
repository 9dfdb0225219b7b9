import { data } from 'react-router'
import type { Order } from '#features/orders/schema.ts'
import { api } from './api.ts'
import { ApiProblem } from './problem.ts'

/** For clientLoaders. @throws 404 for an order that is not there or not this user's: the server does not tell which. */
export async function orderById(id: string): Promise<Order> {
  try {
    return await (await api.order[':orderId'].$get({ param: { orderId: encodeURIComponent(id) } })).json()
  } catch (error) {
    throw error instanceof ApiProblem && error.status === 404 ? data(undefined, { status: 404 }) : error
  }
}
