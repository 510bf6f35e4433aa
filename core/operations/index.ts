export * from '../model/documentRef';
export * from '../model/terms';
export type { Operation } from './operation';
export type { Notice, OnNotice } from '../model/notice';
export type { Site } from '../model/site';
export { actualize, type ActualDetail, type ActualizeInput } from './actualize';
export {
	deleteAttachment,
	listAttachments,
	uploadAttachment,
	type AttachmentAddress,
	type UploadAttachmentInput,
	type ListAttachmentsInput,
	type DeleteAttachmentInput,
} from './attachments';
export { bidApproval, type BidApprovalInput } from './bidApproval';
export { count, type CountInput } from './count';
export { create, type CreateInput } from './create';
export { deleteRecord, type DeleteInput } from './delete';
export { get, type GetInput } from './get';
export { list, pageSizeOf, readFirstPage, readPage, type ListInput } from './list';
export { loadServiceTemplate, type LoadServiceTemplateInput } from './loadServiceTemplate';
export { loadTemplate, type LoadTemplateInput } from './loadTemplate';
export { postBatch, type PostBatchInput } from './postBatch';
export { setDefaultGroup, type SetDefaultGroupInput } from './setDefaultGroup';
export { unvoidOrder, type UnvoidOrderInput } from './unvoidOrder';
export { update, type UpdateFormat, type UpdateInput } from './update';
export { updateMany, type UpdateManyInput } from './updateMany';
export { upsert, type UpsertInput } from './upsert';
export { voidOrder, type VoidOrderInput } from './voidOrder';
export type { RecordOf } from './primaryKey';
export type { ReadBack } from './recordAction';
export type { TemplateTarget } from './loadInto';
