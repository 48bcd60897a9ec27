"""What commands, C and Python do on a system that lacks something: `Scripts/test-lacking`."""
