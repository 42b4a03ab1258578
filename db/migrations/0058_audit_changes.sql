-- What an act of staff changed, beside the hashes that the audit log keeps for ever: masked, and deletable when its person asks for it.
create table audit_change (
  audit_id  bigint primary key,
  before    jsonb,
  after     jsonb
);

-- A copy of an email that was sent again. The first one keeps its kind: of a receipt there is one.
alter table mail add column copy_of text references mail;

-- A refund knows who asked for it, as far as somebody did.
alter table refund add column requested_by text references app_user;
