"""What people read: its commands are run, its links looked after, its pages made."""
