import * as contract from '#contract/topics'
import { bind, routes } from '../http/bind.ts'
import { create } from './create.ts'
import { remove } from './delete.ts'
import { edit } from './edit.ts'
import { list, listForStaff } from './list.ts'
import { merge } from './merge.ts'
import * as ofUser from './of-user.ts'
import { order } from './order.ts'

export const topicRoutes = routes(
  bind(contract.topicsOfUser, ofUser.list),
  bind(contract.addTopics, ofUser.add),
  bind(contract.removeTopics, ofUser.remove),
  bind(contract.changeTopics, ofUser.change),
  bind(contract.listTopics, list),
  bind(contract.listTopicsForStaff, listForStaff),
  bind(contract.orderTopics, order),
  bind(contract.mergeTopic, merge),
  bind(contract.createTopic, create),
  bind(contract.editTopic, edit),
  bind(contract.deleteTopic, remove),
)
