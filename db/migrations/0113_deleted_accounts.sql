-- compatible, concurrently
-- The sweep after deletions looks at accounts that were deleted, which are few among all.
create index concurrently if not exists app_user_deleted on app_user (deleted_at) where deleted_at is not null;
